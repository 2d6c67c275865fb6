using System.IO.Pipes;

namespace RgPolicy.Service.Status.Transport;

/// <summary>Who may do what at a pipe, and what Windows says of its two ends.</summary>
internal interface IPipeGuard
{
    /// <summary>Makes an instance that only the service's own account may make more of.</summary>
    /// <param name="name">The pipe.</param>
    /// <param name="isFirst">Whether it must be the first of this name, so that no other process can have answered
    /// before.</param>
    /// <exception cref="UnauthorizedAccessException">It is not the first, or another account has made
    /// the first.</exception>
    /// <exception cref="IOException">It cannot be made.</exception>
    NamedPipeServerStream Create(string name, bool isFirst);

    /// <summary>Who is at the other end, once something was read from it; null where Windows does not tell.</summary>
    StatusAsker? AskerOf(NamedPipeServerStream pipe);

    /// <summary>The owner of the pipe when that is not a user who may run the service; null when all is well.</summary>
    string? ImpostorAt(NamedPipeClientStream pipe);
}
