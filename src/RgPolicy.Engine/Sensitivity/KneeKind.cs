namespace RgPolicy.Engine.Sensitivity;

/// <summary>Whether less is enough.</summary>
public enum KneeKind
{
    /// <summary>A setting below the largest is enough, and smaller ones are not.</summary>
    Found,

    /// <summary>Already the smallest setting cannot be told from enough: within these settings nothing is
    /// gained.</summary>
    Insensitive,

    /// <summary>Only the largest setting is enough: more might bring more.</summary>
    StillRising,
}
