using System.Text;

namespace RgPolicy.Cli.Shell;

/// <summary>Asks for a secret on the terminal without echo.</summary>
internal static class SecretPrompt
{
    /// <summary>The secret, or null when the user gave up.</summary>
    public static string? Ask(string prompt)
    {
        Console.Error.Write(prompt);
        var secret = ReadWithoutEcho();
        Console.Error.WriteLine();
        return secret;
    }

    private static string? ReadWithoutEcho()
    {
        var text = new StringBuilder();
        while (true)
        {
            var key = Console.ReadKey(intercept: true);
            switch (key.Key)
            {
                case ConsoleKey.Enter:
                    return text.ToString();
                case ConsoleKey.Escape:
                    return null;
                case ConsoleKey.Backspace:
                    text.Length = Math.Max(0, text.Length - 1);
                    break;
                default:
                    text.Append(char.IsControl(key.KeyChar) ? "" : key.KeyChar.ToString());
                    break;
            }
        }
    }
}
