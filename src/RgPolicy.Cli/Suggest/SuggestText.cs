using System.Globalization;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a written policy would have done, for people.</summary>
internal static class SuggestText
{
    public static void Write(CliContext context, SuggestReport report, string file)
    {
        var (replay, suggestion) = (report.Replay, report.Suggestion);
        context.Output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{file}: {suggestion.Classes.Length} classes from {report.Workload.Queries} queries; "
                    + $"{replay.Narrowed} of them would have been narrowed"
            )
        );
        ReplayText.WriteClasses(context, replay);
        if (!suggestion.Unknown.IsEmpty)
        {
            context.Output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"not known, so not narrowed: {suggestion.Unknown.Sum(each => each.Queries)} queries, "
                        + $"{suggestion.Unknown.Sum(each => each.Seconds):0.0} s"
                )
            );
        }

        if (!suggestion.Ungoverned.IsEmpty)
        {
            context.Output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"over soon or seldom, so not narrowed: {suggestion.Ungoverned.Sum(each => each.Executions)} queries, "
                        + $"{suggestion.Ungoverned.Sum(each => each.Seconds):0.0} s"
                )
            );
        }

        context.Output.WriteLine($"Next: rgp test {file}; rgp run {file} --connect URI --level advise");
    }
}
