namespace RgPolicy.Language.Formatting;

/// <summary>Neighbouring lines of one kind have their columns aligned.</summary>
internal enum LineKind
{
    /// <summary>Never aligned.</summary>
    Other,

    /// <summary>A comment on a line of its own.</summary>
    Comment,

    /// <summary><c>let</c></summary>
    Let,

    /// <summary><c>class</c> and <c>default</c></summary>
    Class,

    /// <summary>A pool on one line.</summary>
    Pool,

    /// <summary>A setting on a line of its own.</summary>
    Setting,

    /// <summary>A step of a rule.</summary>
    Step,

    /// <summary>A row of a table of cases.</summary>
    Row,

    /// <summary>A moment of a policy test.</summary>
    Moment,
}
