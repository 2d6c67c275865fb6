using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;

namespace RgPolicy.Service.Characterising.Recorded;

/// <summary>A recorded query, with what can be run of it or the reason why nothing can.</summary>
/// <param name="Fingerprint">What tells it from others.</param>
/// <param name="Executions">How often it ran.</param>
/// <param name="Statement">The statement, or null.</param>
/// <param name="Reason">Why there is none.</param>
internal sealed record RecordedQuery(string Fingerprint, long Executions, TrialStatement? Statement, string? Reason)
{
    /// <summary>What a group of executions comes to.</summary>
    public static RecordedQuery Of(StatementGroup group, string database, Func<string, TrialStatement?> readWhole)
    {
        var (statement, reason) = group.Statement switch
        {
            { Kind: not StatementKind.Select } => (null, "do not only read"),
            { Text: null } or null => (null, "have no text in it"),
            _ when database.Length > 0 && group.Session.Database != database => (null, "ran in other databases"),
            { IsTruncated: true } => (null, "have a text that is cut"),
            { Text: { } text } => readWhole(text) is { } whole
                ? (whole, (string?)null)
                : ((TrialStatement?)null, "have parameters, no literals or several statements"),
        };
        return new RecordedQuery(group.Statement?.Fingerprint ?? "", group.Executions, statement, reason);
    }
}
