namespace RgPolicy.Service.Settings;

/// <summary>How far the loop goes.</summary>
public enum GovernorLevel
{
    /// <summary>Watches and classifies; touches nothing.</summary>
    Observe,

    /// <summary>As observe, and logs what enforcing would do.</summary>
    Advise,

    /// <summary>Carries out every decision and reads it back.</summary>
    Enforce,
}
