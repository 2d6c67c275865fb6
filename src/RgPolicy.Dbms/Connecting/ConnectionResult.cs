namespace RgPolicy.Dbms.Connecting;

/// <summary>A connection that was read, or what is wrong with its text; exactly one of the two is set.</summary>
/// <param name="Options">The connection.</param>
/// <param name="Problem">What is wrong and how to write it; never holds a password.</param>
public sealed record ConnectionResult<TOptions>(TOptions? Options, string? Problem)
    where TOptions : class;
