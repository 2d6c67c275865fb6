using System.Text;
using Microsoft.Win32.SafeHandles;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.Shell;

/// <summary>The context of the real process.</summary>
internal static class ProcessContext
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Opens the standard streams.</summary>
    public static CliContext Create()
    {
        var output = new OutputPipe(OpenOutput());
        return new CliContext
        {
            Input = Console.OpenStandardInput(),
            OutputStream = output,
            Output = new StreamWriter(output, Utf8, bufferSize: 16 * 1024) { AutoFlush = !Console.IsOutputRedirected },
            Error = new StreamWriter(Console.OpenStandardError(), Utf8) { AutoFlush = true },
            EnvironmentVariable = Environment.GetEnvironmentVariable,
            WorkingDirectory = Environment.CurrentDirectory,
            InstallDirectory = AppContext.BaseDirectory,
            IsInputTerminal = !Console.IsInputRedirected,
            IsOutputTerminal = !Console.IsOutputRedirected,
            IsErrorTerminal = !Console.IsErrorRedirected,
            Keyboard =
                Console.IsInputRedirected || Environment.GetEnvironmentVariable("TERM") is "dumb"
                    ? null
                    : new ConsoleKeyboard(),
            AskSecret = Console.IsInputRedirected ? null : SecretPrompt.Ask,
            IsRoot = Environment.IsPrivilegedProcess,
            Windows = OperatingSystem.IsWindows() ? new WindowsServices() : null,
        };
    }

    // The console's own stream hides a broken pipe; a file stream on a regular file would write at its own offset and
    // not at the descriptor's. So a file stream only where there is no offset.
    private static Stream OpenOutput()
    {
        if (!OperatingSystem.IsWindows() && Console.IsOutputRedirected)
        {
            var direct = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            if (!direct.CanSeek)
            {
                return direct;
            }
        }

        return Console.OpenStandardOutput();
    }
}

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
