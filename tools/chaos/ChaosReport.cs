namespace RgPolicy.Chaos;

/// <summary>All rounds, and what was left after the last.</summary>
/// <param name="Rounds">The rounds.</param>
/// <param name="Left">What was left behind at the end, or went wrong in the load.</param>
internal sealed record ChaosReport(IReadOnlyList<RoundOutcome> Rounds, IReadOnlyList<string> Left)
{
    public bool IsClean => Left.Count == 0 && Rounds.All(r => r.Violations.Count == 0);

    public static string Line(RoundOutcome round) =>
        string.Create(
                CultureInfo.InvariantCulture,
                $"{round.Number, 3}  {round.Killed, -16} {round.Governed, 3} governed, last one back after "
                    + $"{round.SlowestRestore * 1000, 5:F0} ms  {string.Join("; ", round.Violations)}"
            )
            .TrimEnd();

    public void Write(TextWriter output)
    {
        foreach (var left in Left)
            output.WriteLine("left behind: " + left);
        var slowest = Rounds.Select(r => r.SlowestRestore).DefaultIfEmpty().Max();
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Rounds.Count} rounds, {Rounds.Sum(r => r.Governed)} governed processes, slowest return "
                    + $"{slowest * 1000:F0} ms, "
                    + $"{Rounds.Count(r => r.Violations.Count > 0)} rounds with violations, "
                    + $"{Left.Count} left behind at the end"
            )
        );
    }
}
