namespace RgPolicy.Service.Suggesting;

/// <summary>The pools of a suggested policy.</summary>
public enum SuggestedPool
{
    /// <summary>Whoever waits for an answer; unknown work too.</summary>
    Critical,

    /// <summary>Long work that profits from the cache.</summary>
    Reporting,

    /// <summary>Long work that only drives others out of it.</summary>
    Polluters,
}
