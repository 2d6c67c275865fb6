namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>What became of a form on a server.</summary>
/// <param name="Version">The server's major version.</param>
/// <param name="Form">The form.</param>
/// <param name="Protocol">How it was sent.</param>
/// <param name="Shape">The shape that was told, in small letters; <c>none</c> without a plan.</param>
/// <param name="Reason">The plan's source, or why there is none.</param>
/// <param name="After">From the first sight of the statement until it was told.</param>
public sealed record FormAnswer(
    int Version,
    StatementForm Form,
    FormProtocol Protocol,
    string Shape,
    string Reason,
    TimeSpan After
)
{
    /// <summary>It is wrong as the form says.</summary>
    public bool IsKnownGap => Form.Gap is { } gap && (Shape == gap || (gap == "none" && Shape.Length == 0));

    /// <summary>It is what the form says.</summary>
    public bool IsRight => Form.Shapes.Contains(Shape, StringComparer.Ordinal);
}
