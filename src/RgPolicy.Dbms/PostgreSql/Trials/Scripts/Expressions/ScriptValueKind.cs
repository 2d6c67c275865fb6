namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>Kinds of values.</summary>
internal enum ScriptValueKind
{
    /// <summary>No value.</summary>
    Null,

    /// <summary>True or false.</summary>
    Truth,

    /// <summary>A whole number.</summary>
    Whole,

    /// <summary>A floating number.</summary>
    Floating,
}
