using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.Shell;

/// <summary>The context of the real process.</summary>
internal static class ProcessContext
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

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
                return direct;
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

/// <summary>The terminal of this process.</summary>
internal sealed class ConsoleKeyboard : IKeyboard
{
    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(25);

    /// <inheritdoc/>
    public (int Width, int Height) Size => (Console.WindowWidth, Console.WindowHeight);

    /// <inheritdoc/>
    public async Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken)
    {
        for (var left = patience; left > TimeSpan.Zero; left -= Breath)
        {
            if (Console.KeyAvailable)
                return Console.ReadKey(intercept: true);

            await Task.Delay(Breath, cancellationToken);
        }

        return null;
    }
}

/// <summary>The keyboard of an interactive terminal.</summary>
internal interface IKeyboard
{
    /// <summary>How large its screen is now.</summary>
    (int Width, int Height) Size { get; }

    /// <summary>The next key, or null when none was pressed for so long.</summary>
    Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken);
}

/// <summary>Turns Ctrl-C and a polite request to end into cancellation; a second Ctrl-C ends at once.</summary>
internal sealed class InterruptSource : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    public InterruptSource()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal);
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        if (!_source.IsCancellationRequested)
        {
            signal.Cancel = true;
            _source.Cancel();
        }
    }
}

/// <summary>A directory of another user that this user may not look into.</summary>
/// <param name="Path">The directory.</param>
/// <param name="User">Whose it is, by name where it has one.</param>
internal sealed record ClosedDirectory(string Path, string User)
{
    private const string Accounts = "/etc/passwd";

    /// <summary>The directory, if there is one and it is closed to this user.</summary>
    public static ClosedDirectory? Find(string path, FileRoot root) =>
        !OperatingSystem.IsWindows() && FileOwner.Read(path) is { IsDirectory: true } owner && IsClosed(path)
            ? new ClosedDirectory(path, NameOf(owner.User, root))
            : null;

    /// <summary>The name that a list of accounts has for a number, or the number.</summary>
    internal static string NameOf(uint user, FileRoot root)
    {
        var number = user.ToString(CultureInfo.InvariantCulture);
        return root.ReadLines(Accounts)
                .Select(line => line.Split(':'))
                .FirstOrDefault(fields => fields.Length > 2 && fields[2] == number)
                ?[0]
            ?? number;
    }

    private static bool IsClosed(string path)
    {
        try
        {
            using var entries = Directory.EnumerateFileSystemEntries(path).GetEnumerator();
            _ = entries.MoveNext();
            return false;
        }
        catch (Exception failure) when (failure is UnauthorizedAccessException or IOException)
        {
            return failure is UnauthorizedAccessException;
        }
    }
}
