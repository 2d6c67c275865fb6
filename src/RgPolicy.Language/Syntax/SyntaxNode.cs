using System.Text;

namespace RgPolicy.Language.Syntax;

/// <summary>A part of the syntax tree: immutable, with all its tokens.</summary>
internal abstract record SyntaxNode(TokenSlice Tokens)
{
    /// <summary>Its offset in UTF-16 units, without the trivia before it.</summary>
    public int Start => Tokens.First.Start;

    /// <summary>The offset behind it.</summary>
    public int End => Tokens.Last.End;

    /// <summary>The texts of its tokens without anything between them.</summary>
    public string Text
    {
        get
        {
            var text = new StringBuilder();
            foreach (var token in Tokens.AsSpan())
            {
                text.Append(token.Text);
            }

            return text.ToString();
        }
    }

    /// <summary>Its words; blanks and comments between two tokens become one blank.</summary>
    public string Phrase
    {
        get
        {
            var text = new StringBuilder();
            var before = TokenKind.Mark;
            foreach (var token in Tokens.AsSpan())
            {
                var isWordPair = before == TokenKind.Word && token.Kind == TokenKind.Word;
                var isApart = text.Length > 0 && (token.Trivia.Length > 0 || isWordPair);
                text.Append(isApart ? " " : "").Append(token.Text);
                before = token.Kind;
            }

            return text.ToString();
        }
    }
}
