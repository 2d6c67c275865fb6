using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;

namespace RgPolicy.Service.Characterising;

/// <summary>A workload from what was recorded: queries that only read and whose text is whole, as often as they ran in
/// relation to each other. Of statements that differ in literals only, one text stands for all.</summary>
internal static class RecordedWorkload
{
    private const int MostStatements = 50;
    private const int MostWeight = 100;

    /// <summary>The workload that a recording's statements make up.</summary>
    /// <param name="workload">What was recorded.</param>
    /// <param name="database">The database of the connection; empty where it names none.</param>
    /// <param name="readWhole">The statement of a text, or null where it cannot be run as it stands.</param>
    /// <returns>The workload, or why there is none.</returns>
    public static (TrialWorkload? Workload, string? Problem) Of(
        Workload workload,
        string database,
        Func<string, TrialStatement?> readWhole
    )
    {
        var databases = workload
            .Groups.Select(group => group.Session.Database)
            .Distinct(StringComparer.Ordinal)
            .Count();
        if (database.Length == 0 && databases > 1)
            return (null, Invariant($"it is of {databases} databases: name one of them in the connection"));
        var read = workload.Groups.Select(group => RecordedQuery.Of(group, database, readWhole)).ToArray();
        ImmutableArray<RecordedQuery> same =
        [
            .. read.Where(query => query.Statement is not null)
                .GroupBy(query => query.Fingerprint, StringComparer.Ordinal)
                .Select(each => each.First() with { Executions = each.Sum(query => query.Executions) }),
        ];
        string[] left =
        [
            .. read.Where(query => query.Reason is not null)
                .GroupBy(query => query.Reason, StringComparer.Ordinal)
                .Select(each => Invariant($"{each.Sum(query => query.Executions)} queries that {each.Key}")),
        ];
        return same.IsEmpty
            ? (null, $"the recording has no query that can be run again: {Join(left)}")
            : (WorkloadOf([.. same.Take(MostStatements)], [.. left.Select(Note), .. TooMany(same)]), null);
    }

    private static string Join(string[] left) => left.Length == 0 ? "it is empty" : string.Join("; ", left);

    private static string Note(string left) => $"not run of the recording: {left}";

    private static TrialWorkload WorkloadOf(ImmutableArray<RecordedQuery> queries, ImmutableArray<string> notes)
    {
        var least = queries.Min(query => query.Executions);
        var statements = queries
            .Select(query =>
                (query.Statement, Weight: (int)Math.Min(MostWeight, Math.Round((double)query.Executions / least)))
            )
            .Select((each, i) => new TrialStatement(Invariant($"r{i + 1}"), each.Weight, each.Statement?.Text ?? ""));
        return TrialWorkload.Of([.. statements]) with { Notes = notes, IsOfRecording = true };
    }

    private static IEnumerable<string> TooMany(ImmutableArray<RecordedQuery> queries)
    {
        if (queries.Length > MostStatements)
        {
            yield return Invariant(
                $"of the recording the {MostStatements} statements that took longest are run; {queries.Length - MostStatements} more are not"
            );
        }
    }
}

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
