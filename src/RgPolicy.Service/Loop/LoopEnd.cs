namespace RgPolicy.Service.Loop;

/// <summary>Why a loop ended.</summary>
public enum LoopEnd
{
    /// <summary>Its time was up, or the recording ended.</summary>
    Finished,

    /// <summary>It was told to.</summary>
    Cancelled,
}
