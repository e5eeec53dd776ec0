% Loads a posted Octave function, calls it with a case's arguments, sends back its result.
%
%   octave-cli octave_host.m SOURCE [--curried] [--mutated] [--complex-numbers | --lists]
%
% Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
% A list of numbers arrives as a row, a list of equal rows as a matrix, other lists as cells.
% Several results are a list of them.
% An object arrives as a structure, a list of objects with equal keys as a row of structures; as a cell array where the
% source takes its first argument for one.
1;

function value = posted_argument(value)
  if iscell(value)
    value = cellfun(@posted_argument, value(:)', 'UniformOutput', false);
  elseif isstruct(value) && isequal(fieldnames(value), {'posted_alone'})
    value = vertcat(value.posted_alone);
  elseif isstruct(value)
    for name = fieldnames(value)'
      for place = 1:numel(value)
        value(place).(name{1}) = posted_argument(value(place).(name{1}));
      end
    end
    value = reshape(value, 1, []);
  elseif (isnumeric(value) || islogical(value)) && columns(value) == 1 && rows(value) > 1
    value = value';
  end
end

% jsondecode makes a column of [4, 0] and of [[4], [0]]: a list of one number is marked before.
function items = posted_read(text)
  text = strtrim(text)(2:end-1); % the list of arguments itself is no list of one number
  [words, others] = regexp(text, '"(?:[^"\\]|\\.)*"', 'match', 'split');
  others = regexprep(others, '\[\s*(-?\d[^\[\],\s]*|true|false)\s*\]', '{"posted_alone": $1}');
  text = [[others; [words, {''}]]{:}];
  items = jsondecode(['[', text, ', "", [""]]'], 'makeValidName', false);
  items = cellfun(@posted_argument, items(1:end-2)(:)', 'UniformOutput', false);
end

% Whether a list of lists, and no other list, is among the arguments: then a vector is a matrix too.
function found = posted_takes_rows(text)
  text = regexprep(text, '"(?:[^"\\]|\\.)*"', '');
  depth = cumsum((text == '[') - (text == ']'));
  found = sum(text == '[' & depth == 2) == 1 && max(depth) == 3 && !any(text == '{');
end

% Whether the source takes its first argument for a cell array: x{…}, cellfun(…,x).
function found = posted_takes_cells(source)
  name = regexp(source, '(?:@|\w\s*)\(\s*([a-zA-Z]\w*)\s*[,)]', 'tokens', 'once');
  found = !isempty(name) && !isempty(regexp(source, ['\<', name{1}, '\s*\{|\<cellfun\(.*,\s*', name{1}, '\s*[,)]']));
end

% The value of the source if it is a handle; else solve, main or f; else the last function.
function posted = posted_callable(source)
  names = cellfun(@(found) found{1}, regexp(source, 'function(?:\s*\[[^\]]*\]\s*=\s*|\s+(?:[^=(]*=\s*)?)(\w+)', 'tokens'), 'UniformOutput', false);
  if isempty(names)
    posted = eval(regexprep(strtrim(source), '^\w+\s*=\s*', ''));
    return;
  end
  eval(source);
  known = intersect({'solve', 'main', 'f'}, names);
  if any(strcmp(names, 'f')) && isempty(intersect({'solve', 'main'}, names)) known = {'f'}; end
  posted = str2func([known, names(end)]{1});
end

function text = posted_pairs(names, items, depth)
  names = cellfun(@(name) posted_shown(name, 0), names, 'UniformOutput', false);
  items = cellfun(@(item) posted_shown(item, depth + 1), items, 'UniformOutput', false);
  text = ['{', strjoin(cellfun(@(name, item) ['"', name, '": ', item], names, items, 'UniformOutput', false), ', '), '}'];
end

% Where all numbers are complex, one whose imaginary part is 0 is a pair, too.
function found = posted_is_complex(value)
  found = iscomplex(value) || (isnumeric(value) && any(strcmp(argv(), '--complex-numbers')));
end

function text = posted_shown(value, depth)
  if is_function_handle(value)
    text = 'function';
  elseif ischar(value) && rows(value) > 1
    lines = cellstr(value)'; % without the blanks that make its rows equal
    if depth > 0 text = posted_shown(lines, depth); else text = strjoin(lines, "\n"); end
  elseif ischar(value)
    text = value;
    if depth > 0 && !(any(isalpha(value)) && all(isalnum(value))) text = ['"', strrep(strrep(value, '\', '\\'), '"', '\"'), '"']; end
  elseif iscell(value)
    % Numbers are lists of one beside lists of other lengths; with --lists each one in a cell array is.
    items = cellfun(@(item) posted_shown(item, depth + 1), value(:)', 'UniformOutput', false);
    if any(strcmp(argv(), '--lists')) || any(cellfun(@(item) isnumeric(item) && numel(item) != 1, value))
      for place = find(cellfun(@(item) isnumeric(item) && numel(item) == 1, value)(:)') items{place} = ['[', items{place}, ']']; end
    end
    text = ['[', strjoin(items, ', '), ']'];
  elseif isa(value, 'containers.Map')
    text = posted_pairs(keys(value), values(value), depth);
  elseif isstruct(value) && isscalar(value)
    text = posted_pairs(fieldnames(value)', struct2cell(value)', depth);
  elseif isstruct(value)
    text = posted_shown(num2cell(value), depth);
  elseif isempty(value)
    text = '[]';
  elseif posted_is_complex(value) && !isscalar(value)
    if columns(value) > 1 && rows(value) > 1 value = num2cell(value, 2); else value = num2cell(value); end
    text = posted_shown(value, depth);
  elseif posted_is_complex(value)
    text = sprintf('%.15g%+.15gi', real(value), imag(value));
  elseif isscalar(value)
    text = sprintf('%.15g', value);
  elseif rows(value) == 1
    text = ['[', strjoin(arrayfun(@(x) sprintf('%.15g', x), value, 'UniformOutput', false), ', '), ']'];
  else
    text = posted_shown(mat2cell(value, ones(1, rows(value))), depth);
    if columns(value) == 1 && depth == 0 text = posted_shown(value', depth); end
  end
end

posted_words = argv();
posted_options = strjoin(posted_words(2:end)', ' ');
posted_given = fread(stdin, Inf, 'char=>char')';
posted_arguments = posted_read(posted_given);
posted_source = fileread(posted_words{1});
posted_function = posted_callable(posted_source);
if !isempty(posted_arguments) && isstruct(posted_arguments{1}) && posted_takes_cells(posted_source)
  posted_arguments{1} = num2cell(posted_arguments{1});
end
if any(strfind(posted_options, '--curried'))
  posted_result = posted_function;
  for posted_argument_value = posted_arguments
    posted_result = posted_result(posted_argument_value{1});
  end
else
  posted_count = 1;
  try posted_count = abs(nargout(posted_function)); end
  % One of the library has further results on the side.
  if !isempty(regexp(posted_source, '^\s*@\w+\s*;?\s*$', 'once')) posted_count = min(posted_count, 1); end
  if posted_count == 0 % it prints its answer
    posted_function(posted_arguments{:});
    posted_result = 'void';
  else
    posted_results = cell(1, posted_count);
    [posted_results{:}] = posted_function(posted_arguments{:});
    posted_result = posted_results;
    if posted_count == 1 posted_result = posted_results{1}; end
  end
end
if any(strfind(posted_options, '--mutated')) posted_result = posted_arguments{1}; end
if (isnumeric(posted_result) || islogical(posted_result)) && isvector(posted_result) && !isscalar(posted_result) && posted_takes_rows(posted_given)
  posted_result = num2cell(posted_result, 2)(:)';
  if isscalar(posted_result{1}) posted_result = cellfun(@(item) {item}, posted_result, 'UniformOutput', false); end
end
posted_reply = fopen('/dev/fd/3', 'w');
fprintf(posted_reply, "%s\n", posted_shown(posted_result, 0));
fclose(posted_reply);
