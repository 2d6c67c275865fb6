namespace RgPolicy.Service.Composing;

/// <summary>Why something does not begin.</summary>
/// <param name="Kind">What kind of reason.</param>
/// <param name="Problem">A sentence.</param>
/// <param name="Next">What to do next.</param>
public sealed record Refusal(RefusalKind Kind, string Problem, string Next)
{
    /// <summary>There is nothing that it does not begin for.</summary>
    public static Refusal None { get; } = new(RefusalKind.Usage, "", "");

    /// <summary>Both in one line.</summary>
    public override string ToString() =>
        $"{Problem}{(Problem.Length > 0 && char.IsPunctuation(Problem[^1]) ? "" : ".")} {Next}";
}

/// <summary>What kind of reason it is that something does not begin for.</summary>
public enum RefusalKind
{
    /// <summary>It was asked for in a way that cannot be.</summary>
    Usage,

    /// <summary>Something cannot be reached, read or written.</summary>
    Unreachable,
}
