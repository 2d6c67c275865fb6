namespace RgPolicy.Language.Analysis.Texts;

/// <summary>What a place of a question takes.</summary>
internal enum PlaceKind
{
    /// <summary>One letter.</summary>
    Letter,

    /// <summary>Any one unit.</summary>
    One,

    /// <summary>Any number of units.</summary>
    Many,

    /// <summary>Nothing more: the text has the question's answer yes.</summary>
    End,
}
