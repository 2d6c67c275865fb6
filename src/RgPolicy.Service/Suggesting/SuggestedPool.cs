namespace RgPolicy.Service.Suggesting;

/// <summary>The pools of a suggested policy.</summary>
public enum SuggestedPool
{
    /// <summary>Work that someone waits for, and unknown work.</summary>
    Critical,

    /// <summary>Long work that profits from the cache.</summary>
    Reporting,

    /// <summary>Long work that only drives others out of it.</summary>
    Polluters,
}
