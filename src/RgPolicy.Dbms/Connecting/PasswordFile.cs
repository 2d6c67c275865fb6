using RgPolicy.Dbms.Files;

namespace RgPolicy.Dbms.Connecting;

internal static class PasswordFile
{
    private const int MostBytes = 65_536;

    /// <summary>What to say where there is no such file. Its name is not said: it may be the password itself, written
    /// in the wrong place.</summary>
    public const string Missing =
        "names no file that this user can see: give the path of a file whose first line is the password";

    /// <summary>The same connection with the password that is the first line of a file.</summary>
    public static ConnectionResult<TOptions> Read<TOptions>(TOptions options, string file)
        where TOptions : class, IConnectionOptions<TOptions>
    {
        try
        {
            using var text = new StringReader(
                Encoding.UTF8.GetString(BoundedFile.Read(file, MostBytes)).TrimStart('\uFEFF')
            );
            return new ConnectionResult<TOptions>(options.WithPassword(text.ReadLine() ?? ""), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return new ConnectionResult<TOptions>(
                null,
                File.Exists(file)
                    ? $"the password file {file} could not be read: {e.Message}"
                    : "the password file's setting " + Missing
            );
        }
    }
}

/// <summary>A connection that was read, or what is wrong with its text; exactly one of the two is set.</summary>
/// <remarks><c>Problem</c>: what is wrong and how to write it; never holds a password.</remarks>
internal sealed record ConnectionResult<TOptions>(TOptions? Options, string? Problem)
    where TOptions : class;

/// <summary>Where a server is and which login connects, whatever kind of server it is.</summary>
internal interface IConnectionOptions<out TSelf>
    where TSelf : class
{
    string User { get; }

    /// <summary>The connection without any secret.</summary>
    string Target { get; }

    TSelf WithPassword(string password);
}
