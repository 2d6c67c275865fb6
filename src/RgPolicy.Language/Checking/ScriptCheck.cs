using RgPolicy.Language.Binding;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>
/// Characters that show a reader something else than the text holds: marks that turn the direction of writing
/// (<c>CVE-2021-42574</c>), and names whose letters look like those of another script (Unicode technical standard 39).
/// </summary>
internal sealed class ScriptCheck(BindingScope scope)
{
    public void Run()
    {
        foreach (var token in scope.Tree.Tokens)
        {
            foreach (var comment in token.Trivia.Where(trivia => trivia.IsComment))
                CheckDirection(comment.Text, comment.Start);

            if (token.Kind == TokenKind.Text)
                CheckDirection(token.Text, token.Start);
            else if (token.Kind == TokenKind.Word && !Ascii.IsValid(token.Text))
                CheckName(token);
        }
    }

    private void CheckDirection(string text, int start)
    {
        var index = text.AsSpan().IndexOfAny(Scripts.DirectionMarks);
        if (index >= 0)
        {
            var name = ((int)text[index]).ToString("X4", CultureInfo.InvariantCulture);
            scope.Bag.Add(
                "RG7004",
                scope.Tree.Source.Range(start + index, start + index + 1),
                $"The invisible character U+{name} turns the direction of writing, so that the text looks other than "
                    + "it is: remove it."
            );
        }
    }

    private void CheckName(SyntaxToken token)
    {
        if (Scripts.LookAlike(token.Text) is { } plain)
        {
            scope.Bag.Add(
                "RG7005",
                scope.Tree.Range(token),
                $"`{token.Text}` looks like `{plain}` and is another name: write it with the letters of one alphabet."
            );
        }
        else if (Scripts.IsMixed(token.Text))
        {
            scope.Bag.Add(
                "RG7005",
                scope.Tree.Range(token),
                $"`{token.Text}` mixes letters of several alphabets: write it with those of one."
            );
        }
    }
}
