namespace RgPolicy.Language.Signals;

/// <summary>The types of the policy language.</summary>
public enum SignalType
{
    /// <summary>Whole bytes.</summary>
    Bytes,

    /// <summary>Bytes per second.</summary>
    BytesPerSecond,

    /// <summary>A duration; seconds as a decimal.</summary>
    Duration,

    /// <summary>A percentage; 60 % is 60.</summary>
    Percent,

    /// <summary>A whole number of things.</summary>
    Count,

    /// <summary>A plain number.</summary>
    Number,

    /// <summary>Whole numbers joined by dots.</summary>
    Version,

    /// <summary>Text; compared ordinally, ignoring case unless <c>exactly</c>.</summary>
    Text,

    /// <summary>One of a fixed list of words.</summary>
    Enum,

    /// <summary>True or false.</summary>
    Bool,

    /// <summary>A set of text.</summary>
    Set,
}
