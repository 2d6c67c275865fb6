using RgPolicy.Dbms.Processes;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.Shell;

/// <summary>Everything that a command sees of the world outside, so that tests can run commands in process.</summary>
internal sealed record CliContext
{
    private readonly TerminalWriter _output = TerminalWriter.Over(TextWriter.Null);

    public required Stream Input { get; init; }

    /// <summary>Standard output as bytes; flush <see cref="Output"/> before writing to it.</summary>
    public required Stream OutputStream { get; init; }

    /// <summary>Standard output as text, written through <see cref="OutputStream"/>; nothing that steers a terminal
    /// gets through.</summary>
    public required TextWriter Output
    {
        get => _output;
        init => _output = TerminalWriter.Over(value);
    }

    /// <summary>Standard error: messages and progress; guarded in the same way.</summary>
    public required TextWriter Error
    {
        get => ErrorTerminal;
        init => ErrorTerminal = TerminalWriter.Over(value);
    }

    /// <summary>Standard error for what writes over its own line.</summary>
    public TerminalWriter ErrorTerminal { get; private init; } = TerminalWriter.Over(TextWriter.Null);

    /// <summary>Standard output for what has escaped every text from elsewhere itself.</summary>
    public TextWriter UnguardedOutput => _output.Unguarded;

    public TimeProvider Time { get; init; } = TimeProvider.System;

    public required Func<string, string?> EnvironmentVariable { get; init; }

    /// <summary>What relative paths are relative to.</summary>
    public required string WorkingDirectory { get; init; }

    /// <summary>Where the executables of RgPolicy lie.</summary>
    public required string InstallDirectory { get; init; }

    /// <summary>Ends the command early: Ctrl-C, or what a service manager sends.</summary>
    public CancellationToken Interrupt { get; init; }

    /// <summary>True when standard input is a terminal, so that one can ask.</summary>
    public bool IsInputTerminal { get; init; }

    /// <summary>True when standard output is a terminal.</summary>
    public bool IsOutputTerminal { get; init; }

    /// <summary>True when standard error is a terminal, so that progress is shown.</summary>
    public bool IsErrorTerminal { get; init; }

    /// <summary>Asks for a secret without echo; null where there is no terminal to ask at.</summary>
    public Func<string, string?>? AskSecret { get; init; }

    /// <summary>The keyboard of the terminal; null without a terminal, or with one that cannot move its
    /// cursor.</summary>
    public IKeyboard? Keyboard { get; init; }

    public IProgramRunner Programs { get; init; } = new ProgramRunner();

    /// <summary>What an interrupted command still has to do before the process may end.</summary>
    public UnfinishedWork Unfinished { get; init; } = new();

    /// <summary>Windows' service control manager; null elsewhere.</summary>
    public IWindowsServices? Windows { get; init; }

    /// <summary>Tells whether a directory is another user's and closed to this one.</summary>
    public Func<string, ClosedDirectory?> FindClosed { get; init; } =
        static path => ClosedDirectory.Find(path, FileRoot.Machine);

    /// <summary>Where the kernel's files are read.</summary>
    public FileRoot HostRoot { get; init; } = FileRoot.Machine;

    /// <summary>True when this process is root.</summary>
    public bool IsRoot { get; init; }

    /// <summary>This host, as a loop is put together on it.</summary>
    public HostPlace Place => new(HostRoot, IsRoot, Time);

    /// <summary>True when text on standard output may carry colours.</summary>
    public bool UsesColour => IsOutputTerminal && string.IsNullOrEmpty(EnvironmentVariable("NO_COLOR"));

    /// <summary>True once the reader of standard output has gone away: a stream of output may end.</summary>
    public bool IsOutputClosed => OutputStream is OutputPipe { IsClosed: true };

    /// <summary>A path as the user gave it, made absolute.</summary>
    public string Resolve(string path) => Path.GetFullPath(path, WorkingDirectory);

    /// <summary>Says what is wrong and, in the last line, what to do next.</summary>
    public int Fail(int exitCode, string problem, string next)
    {
        Error.WriteLine($"rgp: {problem}");
        Error.WriteLine(next);
        return exitCode;
    }

    /// <summary>Says why something does not begin.</summary>
    public int Fail(Refusal refusal) => Fail(ExitCode.Of(refusal.Kind), refusal.Problem, refusal.Next);

    /// <summary>Says what to do next when the code is not 0.</summary>
    public int Finish(int exitCode, string next)
    {
        if (exitCode != ExitCode.Success)
            Error.WriteLine(next);

        return exitCode;
    }

    /// <summary>Says what could not be read or written, and that everything else was done.</summary>
    /// <returns>The exit code where there is such a problem.</returns>
    public int? FinishUnread(IReadOnlyCollection<string> problems, string done)
    {
        foreach (var problem in problems)
            Error.WriteLine($"rgp: {problem}");

        return problems.Count > 0
            ? Finish(ExitCode.Unreachable, $"Check the paths and their permissions; everything else was {done}.")
            : null;
    }

    /// <summary>Asks for a <c>yes</c>.</summary>
    public bool Confirms(string question)
    {
        Output.Flush();
        Error.Write($"{question} Type `yes` to confirm: ");
        Error.Flush();
        using var reader = new StreamReader(Input, leaveOpen: true);
        return reader.ReadLine() == "yes";
    }

    /// <summary>Prints a document, such as a policy or a difference: as it is where a file or a program takes it,
    /// escaped on a terminal.</summary>
    public void WriteDocument(string text)
    {
        if (IsOutputTerminal)
        {
            Output.Write(
                text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace("\t", "    ", StringComparison.Ordinal)
            );
        }
        else
        {
            UnguardedOutput.Write(text);
        }
    }

    /// <summary>Writes out what is still in a buffer.</summary>
    public async Task FlushAsync()
    {
        await Output.FlushAsync();
        await OutputStream.FlushAsync();
        await Error.FlushAsync();
    }
}

/// <summary>Work that must come to its own end although the command was interrupted: putting back what
/// was there before.</summary>
internal sealed class UnfinishedWork
{
    private int _count;
    private volatile bool _endsByInterrupt;

    /// <summary>True while there is such work.</summary>
    public bool IsThere => Volatile.Read(ref _count) > 0;

    /// <summary>The command that puts back what an interrupted one has not.</summary>
    public string LeftTo { get; private set; } = "rgp rollback";

    /// <summary>True where being interrupted is how the work is meant to end, as a service's: its own
    /// exit code counts.</summary>
    public bool EndsByInterrupt => _endsByInterrupt;

    /// <summary>Does work that goes on until it is interrupted.</summary>
    /// <returns>What it gives.</returns>
    public Task<TResult> RunUntilInterruptAsync<TResult>(Func<Task<TResult>> work)
    {
        _endsByInterrupt = true;
        return work();
    }

    /// <summary>Does such work.</summary>
    /// <param name="work">The work.</param>
    /// <param name="leftTo">The command that does what is left of it; null for the usual one.</param>
    /// <returns>What it gives.</returns>
    public async Task<TResult> RunAsync<TResult>(Func<Task<TResult>> work, string? leftTo = null)
    {
        LeftTo = leftTo ?? LeftTo;
        Interlocked.Increment(ref _count);
        try
        {
            return await work();
        }
        finally
        {
            Interlocked.Decrement(ref _count);
        }
    }
}
