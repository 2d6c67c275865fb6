namespace RgPolicy.Testing.Host;

/// <summary>Thrown by a double at the operation before which its caller is to die, as if by <c>kill -9</c>.</summary>
internal sealed class CallerDiedException : Exception
{
    /// <summary>Makes it.</summary>
    public CallerDiedException()
        : base("the caller dies before this operation") { }

    /// <summary>Makes it with another message.</summary>
    public CallerDiedException(string message)
        : base(message) { }

    /// <summary>Makes it with a cause.</summary>
    public CallerDiedException(string message, Exception inner)
        : base(message, inner) { }
}
