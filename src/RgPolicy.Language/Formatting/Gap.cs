namespace RgPolicy.Language.Formatting;

/// <summary>What the style puts before a token.</summary>
internal enum Gap
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>One blank.</summary>
    Space,

    /// <summary>Three blanks: the next setting of a block on one line.</summary>
    Wide,

    /// <summary>At least one blank; the next column of aligned lines begins.</summary>
    Column,

    /// <summary>A line end.</summary>
    Line,
}
