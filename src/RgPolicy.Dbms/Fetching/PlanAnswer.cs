namespace RgPolicy.Dbms.Fetching;

/// <summary>What is kept of a statement's plan: facts, or that they are inferred from kind, history and age.</summary>
internal sealed record PlanAnswer
{
    private const int FailuresBeforeAbsent = 3;

    // Most of what fails passes at once: a lock of a moment, a connection that broke.
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(0.5);

    /// <summary>The plan or why there is none; null when it is inferred or chosen at each poll.</summary>
    public PlanFacts? Facts { get; init; }

    /// <summary>Two plans of which history chooses at each poll; null where there is nothing to choose.</summary>
    public PlanChoice? Choice { get; init; }

    public StatementKind Kind { get; init; }

    /// <summary>Of a write, the query that finds its rows, as long as it was not explained; else null.</summary>
    public string? RowsQuery { get; init; }

    /// <summary>Of a write, what the query that finds its rows says where it is large, in words that
    /// follow "it"; else null.</summary>
    public string? LargeWrite { get; init; }

    public TimeSpan Lifetime { get; init; } = TimeSpan.MaxValue;
    public int Failures { get; init; }

    /// <summary>That there is no plan is told from the first failure on; it may come later all the same.</summary>
    public bool IsToldAtOnce { get; init; }

    /// <summary>It stands until a better one is had, which is asked for again also while the statement runs.</summary>
    public bool MayImprove { get; init; }

    /// <summary>What it runs on is not in its text or plan: what its session has locked tells more,
    /// once it has run for a while.</summary>
    public bool HidesStatements { get; init; }

    /// <summary>The same text can mean different tables: each execution has an answer of its own, and
    /// this is none.</summary>
    public bool IsPerExecution { get; init; }

    /// <summary>It saw constants: of an execution with others it tells only what is to be expected.</summary>
    public bool IsOfConstants { get; init; }

    public bool DependsOnConstants => IsOfConstants || RowsQuery is not null || LargeWrite is not null;

    /// <summary>Which tables its names mean was told by what its session had locked: the same text of another session
    /// may mean others.</summary>
    public bool IsByLocks { get; init; }

    /// <summary>The statement where the plan came with it, else null.</summary>
    public StatementFacts? Statement { get; init; }

    /// <summary>The same, with the shape that was told of the text before where the two are too close
    /// to tell apart.</summary>
    public PlanAnswer After(PlanAnswer? before) =>
        Facts is { Profile: { } newer } facts && before?.Facts?.Profile is { } older
            ? this with
            {
                Facts = facts with { Profile = ShapeHysteresis.Settle(newer, older) },
            }
            : this;

    public static PlanAnswer Lasting(PlanFacts facts) => new() { Facts = facts };

    public static PlanAnswer None(string reason) => Lasting(PlanFacts.Absent(reason));

    public static PlanAnswer Inferred(StatementKind kind) => new() { Kind = kind };

    /// <summary>
    /// The answer for a failure that may pass: each pause is four times the one before, and the plan stays pending
    /// until it has failed three times in a row.
    /// </summary>
    /// <remarks><c>failures</c>: how often it has failed before. <c>isToldAtOnce</c>: there is no plan until it comes,
    /// however seldom it has failed.</remarks>
    public static PlanAnswer Passing(string reason, TimeSpan longest, int failures, bool isToldAtOnce = false)
    {
        var pause = FirstPause * Math.Pow(4, Math.Min(failures, 10));
        return new PlanAnswer
        {
            Facts =
                isToldAtOnce || failures + 1 >= FailuresBeforeAbsent
                    ? PlanFacts.Absent(reason)
                    : PlanFacts.Pending with
                    {
                        Source = reason,
                    },
            IsToldAtOnce = isToldAtOnce,
            Lifetime = pause < longest ? pause : longest,
            Failures = failures + 1,
        };
    }
}

/// <summary>
/// What a statement is where the values of its parameters make it read little, and where they are as the server
/// guesses. Earlier executions decide; without any the shape is unknown.
/// </summary>
/// <param name="Narrow">The plan where it reads little.</param>
/// <param name="Guessed">The plan by the server's guess.</param>
internal sealed record PlanChoice(PlanFacts Narrow, PlanFacts Guessed)
{
    private const double FewBuffers = 1_000;

    public string DependsOn { get; init; } = "a range between two parameters";

    public PlanFacts Decide(HistoryFacts? history) =>
        history?.MeanBuffers switch
        {
            null => Guessed.Profile?.Shape == PlanShape.Oltp ? Guessed : Undecided("no earlier execution tells"),
            <= FewBuffers and var few => Known(Narrow, few),
            var many when Guessed.Profile?.Shape != PlanShape.Oltp => Known(Guessed, many.Value),
            var many => Undecided(
                $"its executions look at {Number(many.Value)} buffers on average, more than such a plan would"
            ),
        };

    private PlanFacts Known(PlanFacts facts, double buffers) =>
        facts.Profile is not { } profile
            ? facts
            : PlanFacts.Known(
                profile with
                {
                    ShapeProvenance = Provenance.Inferred,
                    Reason =
                        $"{profile.Reason}; {DependsOn} decides, and its executions look at {Number(buffers)} "
                        + "buffers on average",
                },
                facts.Source
            );

    private PlanFacts Undecided(string why) =>
        PlanFacts.Known(
            new PlanProfile
            {
                Shape = PlanShape.Unknown,
                ShapeProvenance = Provenance.Inferred,
                Reason = $"how much it reads depends on {DependsOn}, and {why}",
                Tables = Guessed.Profile?.Tables ?? [],
            },
            Guessed.Source
        );

    private static string Number(double buffers) => buffers.ToString("N0", CultureInfo.InvariantCulture);
}

/// <summary>Turns what the plan readers say into the facts of a query's plan.</summary>
internal static class PlanFactsMaker
{
    public static PlanFacts FromKind(StatementKind kind) =>
        StatementProfile.FromKind(kind) is { } profile
            ? PlanFacts.Known(profile, "kind")
            : PlanFacts.Absent("a statement of this kind has no plan that can be read");

    /// <summary>What kind, history and age tell of a statement whose plan may not be read.</summary>
    public static PlanFacts Inferred(PlanAnswer answer, HistoryFacts? history, TimeSpan age) =>
        PlanFacts.Known(
            StatementProfile.Inferred(
                answer.Kind,
                history?.MeanElapsed?.TotalSeconds,
                history?.MeanBuffers,
                age.TotalSeconds,
                answer.LargeWrite
            ),
            "inferred"
        );

    public static PlanFacts Read(string json, PlanReaderOptions options, string source)
    {
        var document = PlanReader.Read(json, options);
        return document.Statements is [{ HasPlan: true, Profile: var profile }, ..]
            ? PlanFacts.Known(profile, source)
            : PlanFacts.Absent(
                "the plan could not be read: " + string.Join("; ", document.Diagnostics.Select(d => d.Message))
            );
    }
}
