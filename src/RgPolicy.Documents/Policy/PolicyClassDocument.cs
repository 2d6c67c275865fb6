namespace RgPolicy.Documents.Policy;

/// <summary>A class of the policy in force, with its use.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Pool">Where its queries go.</param>
/// <param name="Line">The first line of the class in the text.</param>
/// <param name="Queries">Queries that were given it since the start.</param>
/// <param name="LastHour">Queries that were given it in the last hour.</param>
/// <param name="Running">Queries of it that run now.</param>
public sealed record PolicyClassDocument(
    string? Name,
    string? Pool,
    long? Line,
    long? Queries,
    long? LastHour,
    long? Running
);
