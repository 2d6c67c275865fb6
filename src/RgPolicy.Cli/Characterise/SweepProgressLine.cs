using RgPolicy.Cli.Shell;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>How far a sweep is, a line for each run on a terminal; silent in a pipe.</summary>
internal sealed class SweepProgressLine(CliContext context) : IProgress<SweepProgress>
{
    /// <summary>Shows progress where there is a terminal.</summary>
    public static SweepProgressLine? For(CliContext context) =>
        context.IsErrorTerminal ? new SweepProgressLine(context) : null;

    /// <inheritdoc />
    public void Report(SweepProgress value) =>
        context.Error.WriteLine(
            FormattableString.Invariant($"{value.Done + 1} of {value.Planned}: {value.Now}")
                + (value.Left is { } left ? FormattableString.Invariant($", about {left:hh\\:mm\\:ss} left") : "")
        );
}
