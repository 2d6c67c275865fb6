namespace RgPolicy.Service.Files;

/// <summary>One line of a difference.</summary>
/// <param name="Sign">A blank for a line of both texts, <c>-</c> for the old one, <c>+</c> for the new one.</param>
/// <param name="Text">The line.</param>
/// <param name="Before">Lines of the old text before it.</param>
/// <param name="After">Lines of the new text before it.</param>
internal readonly record struct LineEdit(char Sign, string Text, int Before, int After);
