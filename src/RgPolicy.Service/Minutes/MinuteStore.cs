using Microsoft.Data.Sqlite;
using RgPolicy.Service.Files;

namespace RgPolicy.Service.Minutes;

/// <summary>Keeps what happened minute by minute, for 30 days. What cannot be kept is counted and said once, and never
/// stops anything; a damaged file is set aside and another one begun.</summary>
/// <param name="path">The file; null keeps everything in memory, for as long as the process lives.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Told what goes wrong.</param>
internal sealed class MinuteStore(string? path, TimeProvider time, ILogger logger) : IDisposable
{
    private const int Damaged = 11;
    private const int NoDatabase = 26;

    private readonly object _gate = new();

    // A disk that hangs holds one thread for all readers, not one for each.
    private readonly SemaphoreSlim _readers = new(1);
    private MinuteFile? _file;
    private bool _isFailing;
    private bool _isDisposed;

    /// <summary>Minutes that could not be kept since it was opened.</summary>
    public long Lost { get; private set; }

    /// <summary>Why the last one could not be kept; null where it could.</summary>
    public string? Problem { get; private set; }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            Close();
            _isDisposed = true;
            _readers.Dispose();
        }
    }

    /// <summary>Keeps a minute, or counts it as lost.</summary>
    internal void Write(MinuteSpan minute)
    {
        lock (_gate)
        {
            if (Try(file => file.Write(minute)))
                WrittenAgain();
            else
                Lost++;
        }
    }

    /// <summary>Counts a minute that there is nothing to write of.</summary>
    internal void Lose(string reason)
    {
        lock (_gate)
        {
            Lost++;
            Fail(reason);
        }
    }

    /// <summary>What is kept since then, in minutes for less than six hours and else in hours, the oldest first;
    /// empty while it cannot be read.</summary>
    internal IReadOnlyList<MinuteSpan> Read(TimeSpan since)
    {
        lock (_gate)
        {
            IReadOnlyList<MinuteSpan> spans = [];
            var now = time.GetUtcNow();
            var length = since <= TimeSpan.FromHours(6) ? MinuteFile.Minute : MinuteFile.Hour;
            Try(file => spans = file.Read(length, now - since, now));
            return spans;
        }
    }

    /// <summary>The same on another thread, so that the caller need not wait for a disk that hangs.</summary>
    internal async Task<IReadOnlyList<MinuteSpan>> ReadAsync(TimeSpan since, CancellationToken cancellationToken)
    {
        await _readers.WaitAsync(cancellationToken);
        var reading = Task.Run(
            () =>
            {
                try
                {
                    return Read(since);
                }
                finally
                {
                    LetTheNextRead();
                }
            },
            CancellationToken.None
        );
        return await reading.WaitAsync(cancellationToken);
    }

    private void LetTheNextRead()
    {
        lock (_gate)
        {
            if (!_isDisposed)
                _readers.Release();
        }
    }

    private bool Try(Action<MinuteFile> work)
    {
        if (_isDisposed)
            return false;

        try
        {
            work(_file ??= Open());
            return true;
        }
        catch (Exception failure)
            when (failure is SqliteException or IOException or UnauthorizedAccessException || IsNoSuchValue(failure))
        {
            Close();
            Fail(failure.Message);
            if (path is not null && IsDamage(failure))
                SetAside(path);

            return false;
        }
    }

    private static bool IsDamage(Exception failure) =>
        IsNoSuchValue(failure) || failure is SqliteException { SqliteErrorCode: Damaged or NoDatabase or 1 };

    /// <summary>Something stands there that this program never writes: of another type, nothing, a time that is
    /// none.</summary>
    private static bool IsNoSuchValue(Exception failure) =>
        failure is InvalidCastException or InvalidOperationException or ArgumentException or FormatException
        && failure is not ObjectDisposedException;

    private MinuteFile Open()
    {
        if (path is not null && !File.Exists(path))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path)) ?? "/");
            var options = new FileStreamOptions { Mode = FileMode.OpenOrCreate, Access = FileAccess.ReadWrite };
            if (!OperatingSystem.IsWindows())
                options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;

            using var made = new FileStream(path, options);
        }

        return MinuteFile.Open(path);
    }

    private void SetAside(string damaged)
    {
        try
        {
            var aside = NumberedFiles.Next(damaged + ".damaged");
            File.Move(damaged, aside);
            File.Delete(damaged + "-journal");
            logger.MinutesSetAside(damaged, aside);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            Fail(failure.Message);
        }
    }

    private void Fail(string reason)
    {
        Problem = reason;
        if (!_isFailing)
        {
            _isFailing = true;
            logger.MinutesFailed(path ?? "memory", reason);
        }
    }

    private void WrittenAgain()
    {
        if (_isFailing)
            logger.MinutesBack(path ?? "memory", Lost);

        (_isFailing, Problem) = (false, null);
    }

    private void Close()
    {
        _file?.Dispose();
        _file = null;
    }
}
