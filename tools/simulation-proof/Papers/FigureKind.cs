namespace RgPolicy.SimulationProof.Papers;

/// <summary>How a figure of the model came about.</summary>
internal enum FigureKind
{
    /// <summary>Parameters were chosen so that it comes out.</summary>
    Fitted,

    /// <summary>It follows from parameters that were chosen without it.</summary>
    Predicted,

    /// <summary>How the workload is modelled was changed after the figure had been seen: nothing was fitted, and it is
    /// no prediction.</summary>
    Adjusted,

    /// <summary>The reference does not tell enough: it follows from parameters that are plausible and no
    /// more.</summary>
    Assumed,
}
