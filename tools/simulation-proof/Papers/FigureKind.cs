namespace RgPolicy.SimulationProof.Papers;

/// <summary>How a figure of the model came about.</summary>
internal enum FigureKind
{
    /// <summary>Parameters were chosen so that it comes out.</summary>
    Fitted,

    /// <summary>It follows from parameters that were chosen without it.</summary>
    Predicted,

    /// <summary>The reference does not tell enough: it follows from parameters that are plausible and no
    /// more.</summary>
    Assumed,
}
