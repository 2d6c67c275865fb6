namespace RgPolicy.Cli.Terminal;

/// <summary>The few colours that text output uses.</summary>
internal enum Tint
{
    /// <summary>The terminal's own.</summary>
    Plain,

    /// <summary>Bold.</summary>
    Strong,

    /// <summary>Grey.</summary>
    Faint,

    /// <summary>Red.</summary>
    Bad,

    /// <summary>Yellow.</summary>
    Doubtful,

    /// <summary>Green.</summary>
    Good,

    /// <summary>Cyan.</summary>
    Note,
}
