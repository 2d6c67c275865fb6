namespace RgPolicy.Cli.Lint;

/// <summary>Lines from one to another, both included, from 1.</summary>
internal readonly record struct LineSpan(int First, int Last)
{
    /// <summary>Every line.</summary>
    public static LineSpan All => new(1, int.MaxValue);

    /// <summary>True when they share a line.</summary>
    public bool Touches(int first, int last) => First <= last && first <= Last;
}
