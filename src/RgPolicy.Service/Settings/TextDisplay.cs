namespace RgPolicy.Service.Settings;

/// <summary>What status, page and log show of statements' texts.</summary>
public enum TextDisplay
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Their beginning, with <c>?</c> for every literal.</summary>
    WithoutLiterals,

    /// <summary>Their beginning as it is.</summary>
    Full,
}
