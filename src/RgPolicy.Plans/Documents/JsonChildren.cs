namespace RgPolicy.Plans.Documents;

/// <summary>What a container on a tape holds.</summary>
internal readonly struct JsonChildren(JsonTape tape, int first, int end)
{
    public bool IsEmpty => first >= end;

    public Enumerator GetEnumerator() => new(tape, first, end);

    /// <summary>Goes from value to value, past what each holds.</summary>
    public struct Enumerator(JsonTape tape, int first, int end)
    {
        private int _at = -1;

        public readonly JsonValue Current => new(tape, _at);

        public bool MoveNext()
        {
            _at = _at < 0 ? first : tape[_at].Next;
            return _at < end;
        }
    }
}
