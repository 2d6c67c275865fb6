namespace RgPolicy.Sidecar.Changing;

/// <summary>One file system's part of a change of the pools.</summary>
internal interface IChangePart
{
    /// <summary>The steps from what is to what is wanted; nothing is written.</summary>
    IEnumerable<ChangeOperation> Plan();

    /// <summary>
    /// Leaves out what cannot be had, and says so to its pools; the rest is planned again. False when
    /// the step is not of this part.
    /// </summary>
    bool LeaveOut(ChangeOperation failed, ChangeOutcome outcome);
}
