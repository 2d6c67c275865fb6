namespace RgPolicy.Cli.Live;

/// <summary>Why something does not begin.</summary>
/// <param name="ExitCode">What a command ends with.</param>
/// <param name="Problem">A sentence.</param>
/// <param name="Next">What to do next.</param>
internal sealed record Refusal(int ExitCode, string Problem, string Next)
{
    /// <summary>Both in one line.</summary>
    public override string ToString() => $"{Problem}{(Problem.Length > 0 && char.IsPunctuation(Problem[^1]) ? "" : ".")} {Next}";
}
