using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills signal values from what was observed.</summary>
public static class SignalMapper
{
    private static readonly int Login = Ordinal("session.login");
    private static readonly int App = Ordinal("session.app");
    private static readonly int ClientHost = Ordinal("session.host");
    private static readonly int Database = Ordinal("session.database");
    private static readonly int Kind = Ordinal("statement.kind");
    private static readonly int Fingerprint = Ordinal("statement.fingerprint");
    private static readonly int Tables = Ordinal("statement.tables");
    private static readonly int HistoryExecutions = Ordinal("history.executions");
    private static readonly int HistoryMeanElapsed = Ordinal("history.mean_elapsed");
    private static readonly int HistoryP95Elapsed = Ordinal("history.p95_elapsed");
    private static readonly int HistoryMeanCpu = Ordinal("history.mean_cpu");
    private static readonly int HistoryMeanReads = Ordinal("history.mean_reads");

    /// <summary>Everything that is known of a query; nothing else stays from before.</summary>
    public static void Fill(SignalValues values, ObservedQuery query, Observation observation, TargetProfile target)
    {
        Reset(values, target);
        FillSession(values, query.Session);
        FillStatement(values, query);
        PlanSignals.Fill(values, query.Plan);
        FillHistory(values, query.History);
        ChangingSignals.Fill(values, query, observation);
    }

    /// <summary>Only what changes while a query runs: ages, counts, blocking and pressure.</summary>
    public static void FillChanging(SignalValues values, ObservedQuery query, Observation observation) =>
        ChangingSignals.Fill(values, query, observation);

    /// <summary>Makes every signal pending but the constants of the target.</summary>
    public static void Reset(SignalValues values, TargetProfile target)
    {
        values.Clear();
        TargetSignals.Fill(values, target);
    }

    /// <summary>What a plan document supplies: the plan, and the statement's kind, fingerprint and tables.</summary>
    public static void FillFromPlan(PlanStatement statement, SignalValues values)
    {
        values[Kind] = SignalValue.Of((int)statement.Kind);
        if (statement.QueryHash is { } hash)
        {
            values[Fingerprint] = SignalValue.Of(hash);
        }

        values[Tables] = SignalValue.Of(statement.Profile.Tables);
        PlanSignals.Fill(values, PlanFacts.Known(statement.Profile, "document"));
    }

    private static void FillSession(SignalValues values, SessionFacts session)
    {
        values[Login] = SignalValue.Of(session.Login);
        values[App] = SignalValue.Of(session.App);
        values[ClientHost] = SignalValue.Of(session.Host);
        values[Database] = SignalValue.Of(session.Database);
    }

    private static void FillStatement(SignalValues values, ObservedQuery query)
    {
        if (query.Statement is not { } statement)
        {
            return;
        }

        values[Kind] = SignalValue.Of((int)statement.Kind);
        values[Fingerprint] = statement.Fingerprint.Length == 0 ? SignalValue.Absent : SignalValue.Of(statement.Fingerprint);
        values[Tables] = (statement.Tables, query.Plan) switch
        {
            ({ IsDefault: false } tables, _) => SignalValue.Of(tables),
            (_, { State: PlanState.Known, Profile: { } profile }) => SignalValue.Of(profile.Tables),
            (_, { State: PlanState.Pending }) => SignalValue.Pending,
            _ => SignalValue.Absent,
        };
    }

    private static void FillHistory(SignalValues values, HistoryFacts? history)
    {
        values[HistoryExecutions] = Optional(history?.Executions);
        values[HistoryMeanElapsed] = Optional(Seconds(history?.MeanElapsed));
        values[HistoryP95Elapsed] = Optional(Seconds(history?.P95Elapsed));
        values[HistoryMeanCpu] = Optional(Seconds(history?.MeanCpu));
        values[HistoryMeanReads] = Optional(history?.MeanReadBytes);
    }

    private static decimal? Seconds(TimeSpan? duration) => duration?.Ticks / (decimal)TimeSpan.TicksPerSecond;

    private static SignalValue Optional(decimal? number) => number is { } known ? SignalValue.Of(known) : SignalValue.Absent;

    private static int Ordinal(string name) => SignalCatalog.Get(name).Ordinal;
}
