using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>Fills signal values from what was observed.</summary>
internal static class SignalMapper
{
    private static readonly int Login = Ordinal("session.login");
    private static readonly int App = Ordinal("session.app");
    private static readonly int ClientHost = Ordinal("session.host");
    private static readonly int Database = Ordinal("session.database");
    private static readonly int Groups = Ordinal(SignalCatalog.Group);
    private static readonly int Kind = Ordinal("statement.kind");
    private static readonly int Fingerprint = Ordinal("statement.fingerprint");
    private static readonly int Tables = Ordinal("statement.tables");
    private static readonly int HistoryExecutions = Ordinal("history.executions");
    private static readonly int HistoryMeanElapsed = Ordinal("history.mean_elapsed");
    private static readonly int HistoryP95Elapsed = Ordinal("history.p95_elapsed");
    private static readonly int HistoryMeanCpu = Ordinal("history.mean_cpu");
    private static readonly int HistoryMeanReads = Ordinal("history.mean_reads");

    private static readonly ulong History =
        1UL << HistoryExecutions
        | 1UL << HistoryMeanElapsed
        | 1UL << HistoryP95Elapsed
        | 1UL << HistoryMeanCpu
        | 1UL << HistoryMeanReads;

    /// <summary>Everything that is known of a query; nothing else stays from before.</summary>
    public static void Fill(SignalValues values, ObservedQuery query, Observation observation, TargetProfile target)
    {
        BeginTurn(values, observation, target);
        FillQuery(values, query, observation, SignalMasks.All);
    }

    /// <summary>What is the same for all queries of an observation; everything else becomes pending.</summary>
    internal static void BeginTurn(SignalValues values, Observation observation, TargetProfile target)
    {
        Reset(values, target);
        ChangingSignals.FillTurn(values, observation);
    }

    /// <summary>What differs from query to query, over the values of the query before. What is not
    /// wanted is left as it is.</summary>
    /// <param name="values">Begun with <see cref="BeginTurn"/>.</param>
    /// <param name="query">A query of the observation.</param>
    /// <param name="observation">The turn's.</param>
    /// <param name="wanted">The signals that will be read.</param>
    internal static void FillQuery(SignalValues values, ObservedQuery query, Observation observation, ulong wanted)
    {
        if (observation.Given is { } given)
        {
            given.Fill(values, observation.Time);
            return;
        }

        FillSession(values, query.Session, wanted);
        FillStatement(values, query, wanted);
        PlanSignals.Fill(values, PlanUse.Judge(query, observation.FiguresOf(query)?.Cpu), wanted);
        FillHistory(values, query.History, wanted);
        ChangingSignals.FillQuery(values, query, observation, wanted);
    }

    /// <summary>Only what changes while a query runs: ages, counts, blocking and pressure.</summary>
    internal static void FillChanging(SignalValues values, ObservedQuery query, Observation observation, ulong wanted)
    {
        ChangingSignals.FillTarget(values, observation);
        ChangingSignals.FillQuery(values, query, observation, wanted);
    }

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
            values[Fingerprint] = SignalValue.Of(hash);

        values[Tables] = SignalValue.Of(statement.Profile.Tables);
        PlanSignals.Fill(values, PlanFacts.Known(statement.Profile, "document"), SignalMasks.All);
    }

    private static void FillSession(SignalValues values, SessionFacts session, ulong wanted)
    {
        FillText(values, Login, session.Login, wanted);
        FillText(values, App, session.App, wanted);
        FillText(values, ClientHost, session.Host, wanted);
        FillText(values, Database, session.Database, wanted);
        if (SignalMasks.Has(wanted, Groups))
        {
            // A session may be in a group that the server does not tell, and so belong to a class above: nothing is
            // final then.
            values[Groups] =
                session.Groups is { } groups ? SignalValue.Of(groups)
                : session.IsOfADomain ? SignalValue.Pending
                : SignalValue.Absent;
        }
    }

    private static void FillText(SignalValues values, int ordinal, string text, ulong wanted)
    {
        if (SignalMasks.Has(wanted, ordinal))
            values[ordinal] = SignalValue.Of(text);
    }

    private static void FillStatement(SignalValues values, ObservedQuery query, ulong wanted)
    {
        if (SignalMasks.Has(wanted, Kind))
            values[Kind] = query.Statement is { } statement ? SignalValue.Of((int)statement.Kind) : SignalValue.Pending;

        if (SignalMasks.Has(wanted, Fingerprint))
            values[Fingerprint] = FingerprintOf(query.Statement);

        if (SignalMasks.Has(wanted, Tables))
            values[Tables] = TablesOf(query);
    }

    private static SignalValue FingerprintOf(StatementFacts? statement) =>
        statement switch
        {
            null => SignalValue.Pending,
            { Fingerprint.Length: 0 } => SignalValue.Absent,
            _ => SignalValue.Of(statement.Fingerprint),
        };

    private static SignalValue TablesOf(ObservedQuery query) =>
        (query.Statement, query.Plan) switch
        {
            (null, _) => SignalValue.Pending,
            ({ Tables: { IsDefault: false } tables }, _) => SignalValue.Of(tables),
            (_, { State: PlanState.Known, Profile: { } profile }) => SignalValue.Of(profile.Tables),
            (_, { State: PlanState.Pending or PlanState.Expected }) => SignalValue.Pending,
            _ => SignalValue.Absent,
        };

    private static void FillHistory(SignalValues values, HistoryFacts? history, ulong wanted)
    {
        if ((wanted & History) == 0)
            return;

        values[HistoryExecutions] = SignalDomain.Of(SignalType.Count, history?.Executions);
        values[HistoryMeanElapsed] = Seconds(history?.MeanElapsed);
        values[HistoryP95Elapsed] = Seconds(history?.P95Elapsed);
        values[HistoryMeanCpu] = Seconds(history?.MeanCpu);
        values[HistoryMeanReads] = SignalDomain.Of(SignalType.Bytes, history?.MeanReadBytes);
    }

    private static SignalValue Seconds(TimeSpan? duration) =>
        SignalDomain.Of(SignalType.Duration, duration?.Ticks / (decimal)TimeSpan.TicksPerSecond);

    private static int Ordinal(string name) => SignalCatalog.Get(name).Ordinal;
}
