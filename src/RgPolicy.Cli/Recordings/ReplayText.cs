using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Compile;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Recordings;

/// <summary>A replay for people.</summary>
internal static class ReplayText
{
    private const int MostChanges = 20;

    public static void Write(CliContext context, PolicyProgram program, ReplayOutcome outcome)
    {
        context.Output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{outcome.Queries} queries in {RunText.Seconds(outcome.Recorded)} of recording; {outcome.Decided} "
                    + $"decided for good, {ReachedText.Of(program, outcome)}"
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
        {
            table.Add(each.Class, each.Pool, Number(each.Queries), Percent(each.Share), Seconds(each.Seconds));
        }

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
        {
            return;
        }

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
