using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Recordings;

/// <summary>A replay for people.</summary>
internal static class ReplayText
{
    private const int MostChanges = 20;

    public static void Write(CliContext context, PolicyProgram program, ReplayOutcome outcome)
    {
        context.Output.WriteLine(
            Invariant(
                $"{outcome.Queries} queries in {RunText.Seconds(outcome.Recorded)} of recording; {outcome.Decided} decided for good, {ReachedText.Of(program, outcome)}"
            )
        );
        WriteClasses(context, outcome);
        if (!ReachedText.IsLater(program))
        {
            context.Output.WriteLine(
                "reaction  " + RunText.Quantiles(outcome.Loop.Reactions, "no query that lived for 300 ms was throttled")
            );
        }

        WriteChanges(context, outcome);
    }

    /// <summary>One line for each class that had a query, and one for those that were over before they
    /// had a class.</summary>
    public static void WriteClasses(CliContext context, ReplayOutcome outcome)
    {
        var table = new TextTable(["class", "pool", "queries", "share", "seconds"]) { Figures = [2, 3, 4] };
        foreach (var each in outcome.Classes.Where(each => each.Queries > 0))
            table.Add(each.Class, each.Pool, Number(each.Queries), Percent(each.Share), Seconds(each.Seconds));

        if (outcome.TooShort.Queries > 0)
        {
            table.Add(
                "(too short to matter)",
                "",
                Number(outcome.TooShort.Queries),
                Percent(outcome.TooShort.Share),
                Seconds(outcome.TooShort.Seconds)
            );
        }

        table.Write(context);
    }

    private static string Percent(double share) => share.ToString("0.0 %", CultureInfo.InvariantCulture);

    private static string Seconds(double seconds) => seconds.ToString("0.0", CultureInfo.InvariantCulture);

    private static void WriteChanges(CliContext context, ReplayOutcome outcome)
    {
        if (outcome.Changes is not { } changes)
            return;

        context.Output.WriteLine(
            changes.IsEmpty
                ? "The other policy classes every query the same."
                : $"The other policy classes {Number(changes.Length)} queries differently:"
        );
        foreach (
            var group in changes
                .GroupBy(change => (change.From, change.To))
                .OrderByDescending(group => group.Count())
                .Take(MostChanges)
        )
        {
            context.Output.WriteLine(
                $"  {group.Key.From} -> {group.Key.To}: {Number(group.Count())}, such as {group.First().Query}"
            );
        }
    }

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>How many queries of a recording a policy would have reached, and how. SQL Server's running queries keep
/// what they have: there its later executions are reached.</summary>
internal static class ReachedText
{
    /// <summary>True where nothing that runs is changed, whatever a policy says.</summary>
    public static bool IsLater(PolicyProgram program) => RunText.IsReachedLater(program.Target.DbmsKind);

    /// <summary>The number of queries in words.</summary>
    public static string Of(PolicyProgram program, ReplayOutcome outcome)
    {
        if (!IsLater(program))
            return Invariant($"{outcome.Throttled} would have been throttled");

        var hinted = Hinted(program);
        var queries = outcome.Classes.Where(each => hinted.Contains(each.Class)).Sum(each => each.Queries);
        return Invariant($"{queries} of classes whose later executions get a hint");
    }

    private static HashSet<string> Hinted(PolicyProgram program)
    {
        if (!TargetLevers.TakesHints(program.Target))
            return [];

        var hints = QueryHints.Of(program);
        return program
            .Policy.Classes.Select((item, index) => hints[index] is null ? null : item.Name)
            .OfType<string>()
            .ToHashSet(StringComparer.Ordinal);
    }
}
