namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>A way in which applications use a driver, and what is to be told of the statement that runs then.</summary>
/// <param name="Name">What the programs call it.</param>
/// <param name="Right">The shapes that are right, in small letters; <c>none</c> where no plan can be had.</param>
internal sealed record DriverCase(string Name, ImmutableArray<string> Right)
{
    /// <summary>What the statement's text begins with when it is the one that counts; others of its
    /// session are passed over.</summary>
    public string Begins { get; init; } = "";

    /// <summary>What a text of it has that keeps the server busy until the session is ended.</summary>
    public string Has { get; init; } = "pg_sleep";

    /// <summary>Whether a text is that of the statement.</summary>
    public bool IsIt(string? text) =>
        text is not null
        && text.StartsWith(Begins, StringComparison.OrdinalIgnoreCase)
        && text.Contains(Has, StringComparison.OrdinalIgnoreCase);
}
