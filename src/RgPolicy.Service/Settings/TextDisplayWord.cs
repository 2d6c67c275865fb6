namespace RgPolicy.Service.Settings;

/// <summary>How settings and options call what is shown of texts.</summary>
public static class TextDisplayWord
{
    /// <summary>Nothing is shown.</summary>
    public const string None = "none";

    /// <summary>Literals are left out.</summary>
    public const string WithoutLiterals = "no-literals";

    /// <summary>As it is.</summary>
    public const string Full = "full";
}
