namespace RgPolicy.Language.Analysis.Logic;

/// <summary>What is made of a signal that is still to come.</summary>
internal enum Reading
{
    /// <summary>It is unknown.</summary>
    Now,

    /// <summary>Each question about it may come to be either: what the condition can still become.</summary>
    Possible,

    /// <summary>As now, but a signal counts as not known only if it never will be: what the condition
    /// cannot cease to be.</summary>
    Certain,
}
