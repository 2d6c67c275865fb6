using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>What samples are kept by for later executions: with other constants, or another search_path, what one
/// login's execution touches must not decide what becomes of another's.</summary>
/// <param name="Login">The session's login.</param>
/// <param name="Database">The session's database.</param>
/// <param name="Fingerprint">The statement's fingerprint.</param>
internal readonly record struct SampleKey(string Login, string Database, string Fingerprint)
{
    /// <summary>That of a query; null while its statement is not known.</summary>
    public static SampleKey? Of(ObservedQuery query) =>
        query.Statement is { Fingerprint.Length: > 0 } statement
            ? new(query.Session.Login, query.Session.Database, statement.Fingerprint)
            : null;
}
