using RgPolicy.Dbms.Fetching;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Makes of a running statement what is handed out.</summary>
internal static class StatementHandOut
{
    private const string Rollback = "it was killed and takes back what it did";

    private static readonly PlanFacts Bulk = PlanFactsMaker.FromKind(StatementKind.BulkLoad);

    /// <summary>The same instance while nothing changed.</summary>
    public static ObservedQuery Of(RunningStatement statement)
    {
        var plan = statement.IsBulk ? Bulk : statement.Answer?.Facts ?? PlanFacts.Pending;
        if (
            statement.Handed is { } handed
            && ReferenceEquals(handed.Plan, plan)
            && ReferenceEquals(handed.History, statement.History)
        )
            return handed;
        return statement.Handed = new ObservedQuery
        {
            ProcessId = statement.BackendId,
            Started = statement.Started,
            Session = statement.Session.Facts,
            Statement = StatementOf(statement),
            Plan = plan,
            History = statement.History,
            WaitsForLock = statement.WaitsForLock,
            HasWritten = statement.HasWritten && !IsLoad(statement.Statement),
            IsInCriticalSection = statement.Row.Flags.HasFlag(SessionFlags.Commits),
            Exemption =
                statement.Session.Exemption ?? (statement.Row.Flags.HasFlag(SessionFlags.Killed) ? Rollback : null),
        };
    }

    /// <summary>Whether its place hangs on what its transaction has written before it.</summary>
    public static bool HangsOnTransaction(RunningStatement statement) =>
        statement
            is { Session.Exemption: null, Statement: { IsTransactionControl: false, Kind: not StatementKind.Select } }
        && !IsLoad(statement.Statement);

    // By its text: an INSERT that has written many rows is left alone as before.
    private static bool IsLoad(StatementFacts statement) =>
        statement.Kind is StatementKind.BulkLoad or StatementKind.IndexBuild;

    /// <summary>An INSERT of many rows is a load, however it gets them.</summary>
    private static StatementFacts StatementOf(RunningStatement statement) =>
        statement is { IsBulk: true, Statement.Kind: StatementKind.Insert }
            ? statement.Statement with
            {
                Kind = StatementKind.BulkLoad,
            }
            : statement.Statement;
}
