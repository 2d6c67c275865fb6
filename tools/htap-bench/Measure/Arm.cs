namespace RgPolicy.HtapBench.Measure;

/// <summary>Who governs a run.</summary>
internal enum Arm
{
    /// <summary>Nobody.</summary>
    None,

    /// <summary>RgPolicy.</summary>
    Governed,

    /// <summary>The simplest thing that could do: see <see cref="SimpleScript"/>.</summary>
    Simple,
}
